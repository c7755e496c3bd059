print("waldo")
